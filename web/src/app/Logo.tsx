/** Two check marks over one signature line: done, and countersigned. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill="#0e5163" />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <path d="M6.5 23h19" stroke="#8fd0de" strokeWidth="2" />
        <path d="M6.5 14l4.2 4.2 7.4-9.6" stroke="#8fd0de" strokeWidth="2.6" />
        <path d="M14.4 16.6l1.7 1.6 8.6-10.4" stroke="#fff" strokeWidth="2.6" />
      </g>
    </svg>
  );
}
