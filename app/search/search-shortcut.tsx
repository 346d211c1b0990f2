import { lazy, Suspense, useEffect, useState } from 'react'

const SearchDialog = lazy(() =>
  import('./search-dialog.tsx').then((module) => ({ default: module.SearchDialog })),
)

/** Opens the search on ⌘K and Ctrl K; its code is fetched then. */
export function SearchShortcut() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return isOpen ? (
    <Suspense>
      <SearchDialog onClose={() => setOpen(false)} />
    </Suspense>
  ) : null
}
