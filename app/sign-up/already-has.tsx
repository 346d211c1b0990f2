import { Link } from '../frame/link.tsx'

interface AlreadyHasProps {
  text: string
  /** The way to what the person has. */
  link: { to: string; label: string }
  /** The button for the form of another one; null = nobody orders a second one here. */
  another?: { label: string; isOpen: boolean; onToggle: () => void } | null
}

/** Tells somebody who has already what the page sells so, and leads there. */
export function AlreadyHas({ text, link, another }: AlreadyHasProps) {
  return (
    <div className="notice" role="status">
      <p>{text}</p>
      <Link className="button" to={link.to}>
        {link.label}
      </Link>
      {another && (
        <button
          type="button"
          className="button quiet"
          aria-expanded={another.isOpen}
          onClick={another.onToggle}
        >
          {another.label}
        </button>
      )}
    </div>
  )
}
