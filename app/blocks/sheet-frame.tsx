const columns = ['1', '2', '3', '4', '5', '6', '7', '8']
const rows = ['A', 'B', 'C', 'D']

/** The border of a drawing sheet with its fields (ISO 5457): decoration, hidden from assistive technology. */
export function SheetFrame() {
  return (
    <div className="sheet-frame" aria-hidden="true">
      <Fields className="sheet-columns" names={columns} />
      <Fields className="sheet-rows" names={rows} />
    </div>
  )
}

function Fields({ className, names }: { className: string; names: string[] }) {
  return (
    <div className={className}>
      {names.map((name) => (
        <span key={name}>{name}</span>
      ))}
    </div>
  )
}
