/** The logo: three arcs on a rounded square. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill="#2f6b62" />
      <g fill="none" stroke="#fff" strokeWidth="2" strokeLinecap="round">
        <path d="M6.5 22a9.5 9.5 0 0 1 19 0" opacity=".6" />
        <path d="M10.5 22a5.5 5.5 0 0 1 11 0" opacity=".85" />
        <path d="M14.5 22a1.5 1.5 0 0 1 3 0" />
      </g>
    </svg>
  )
}
