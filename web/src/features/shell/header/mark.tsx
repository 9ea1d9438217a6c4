interface MarkProps {
  size: number
  className?: string | undefined
}

/** The mark: a page with a folded corner and a few bars of sound. The page takes the text's colour. */
export function Mark({ size, className }: MarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" className={className} aria-hidden="true">
      <path
        fill="currentColor"
        d="M8.5 3h10.6a1 1 0 0 1 1 1v5.9a2 2 0 0 0 2 2H27a1 1 0 0 1 1 1v12.6a3.5 3.5 0 0 1-3.5 3.5h-16A3.5 3.5 0 0 1 5 25.500V6.500A3.500 3.500 0 0 1 8.500 3Z"
      />
      <path
        fill="var(--ember)"
        d="M22.100 3.600a.6.6 0 0 1 1-.400l4.600 4.900a.6.6 0 0 1-.4 1h-4.600a.6.6 0 0 1-.6-.6Z"
      />
      <path
        stroke="var(--paper)"
        strokeWidth="2.200"
        strokeLinecap="round"
        d="M11.300 18.500v4M16 15.500v8.500M20.700 17.500v5"
      />
    </svg>
  )
}
