import { type ReactNode, useEffect, useRef, useState } from 'react'

interface NearViewProps {
  initially: boolean
  /** A placeholder of about the same size. */
  placeholder: ReactNode
  children: () => ReactNode
}

const margin = '1200px 0px'
const entering = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | undefined

/** Part of a long list, rendered once it is near the window. In a grid the placeholder stands for whole rows. */
export function NearView({ initially, placeholder, children }: NearViewProps) {
  const [near, setNear] = useState(initially)
  const frame = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = frame.current
    if (near || element === null) return
    return observe(element, () => setNear(true))
  }, [near])

  return near ? (
    children()
  ) : (
    <div ref={frame} style={{ gridColumn: '1 / -1' }}>
      {placeholder}
    </div>
  )
}

function observe(element: Element, onNear: () => void): () => void {
  observer ??= new IntersectionObserver(tellNear, { rootMargin: margin })
  entering.set(element, onNear)
  observer.observe(element)
  return () => observer?.unobserve(element)
}

function tellNear(found: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of found) {
    if (isIntersecting) entering.get(target)?.()
  }
}
