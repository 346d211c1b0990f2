/** The tick of somebody who has arrived. */
export function CheckInMark() {
  return (
    <svg className="check-in-mark" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="11" />
      <path d="m7 12.5 3.5 3.5L17 9" />
    </svg>
  )
}
