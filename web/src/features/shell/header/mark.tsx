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
        d="M8.5 3h10.6a1 1 0 0 1 1 1v5.9a2 2 0 0 0 2 2H27a1 1 0 0 1 1 1v12.6a3.5 3.5 0 0 1-3.5 3.5h-16A3.5 3.5 0 0 1 5 25.5V6.5A3.5 3.5 0 0 1 8.5 3Z"
      />
      <path
        fill="var(--ember)"
        d="M22.1 3.6a.6.6 0 0 1 1-.4l4.6 4.9a.6.6 0 0 1-.4 1h-4.6a.6.6 0 0 1-.6-.6Z"
      />
      <path
        stroke="var(--paper)"
        strokeWidth="2.4"
        strokeLinecap="round"
        d="M11 18v5.5M16 15v10.5M21 17v6.5"
      />
    </svg>
  )
}
