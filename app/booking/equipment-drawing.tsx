/**
 * A small drawing of a piece of equipment, as decoration beside its name. The file hides its notes at `#thumbnail`.
 * @param drawing address of an SVG; null draws nothing
 */
export function EquipmentDrawing({ drawing }: { drawing: string | null }) {
  if (!drawing?.endsWith('.svg')) return null
  return (
    <img
      className="line equipment-drawing"
      src={`${drawing}#thumbnail`}
      alt=""
      width={480}
      height={360}
      loading="lazy"
      decoding="async"
    />
  )
}
