import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls a sideways list to its current item without moving the page. @param current its index */
export function useSideways(current: number): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const item = list.current?.children.item(current)
    if (list.current && item instanceof HTMLElement)
      list.current.scrollLeft = item.offsetLeft - list.current.offsetLeft
  }, [current])
  return list
}
