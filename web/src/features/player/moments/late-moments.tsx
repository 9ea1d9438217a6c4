import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { MomentOfferProps } from './moment-offer.tsx'

const Offer = lazy(async () => ({ default: (await import('./moment-offer.tsx')).MomentOffer }))

/** Offers to play the moment that the page's address names. */
export function MomentOffer(props: MomentOfferProps) {
  const isNamed = useLocation({ select: ({ search }) => 't' in search })
  return (
    isNamed && (
      <Suspense>
        <Offer {...props} />
      </Suspense>
    )
  )
}
