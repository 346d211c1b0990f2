import type { DeliveredStory } from './delivery.ts'
import { wrongParameter } from './errors.ts'
import { fieldOf } from './filter-query.ts'

type Compare = (a: DeliveredStory, b: DeliveredStory) => number

/**
 * Reads `sort_by`: `field:asc|desc[:int|float][:nulls_first|nulls_last]`, chained with commas.
 * Fields are `content.x` or fields of the story; a story without a value comes last.
 * @throws ContentError 422
 */
export function readSortBy(sortBy: string): Compare {
  const orders = sortBy.split(',').map(readOrder)
  if (orders.length > 5) throw wrongParameter('sort_by', 'at most 5 fields')
  return (a, b) => {
    for (const order of orders) {
      const result = order(a, b)
      if (result !== 0) return result
    }
    return 0
  }
}

function readOrder(text: string): Compare {
  const match = /^([\w.-]{1,100})(?::(asc|desc))?(?::(int|float))?(?::(nulls_first|nulls_last))?$/.exec(
    text.trim(),
  )
  if (!match) throw wrongParameter('sort_by', 'expected field:asc or field:desc')
  const [, field = '', direction, number, nulls] = match
  const sign = direction === 'desc' ? -1 : 1
  const nullSign = nulls === 'nulls_first' ? -1 : 1
  const key = (story: DeliveredStory) => sortKey(fieldOf(story, field), number !== undefined)
  return (a, b) => {
    const [left, right] = [key(a), key(b)]
    if (left === null || right === null) return left === right ? 0 : left === null ? nullSign : -nullSign
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right)
    return sign * String(left).localeCompare(String(right), 'de')
  }
}

function sortKey(value: unknown, asNumber: boolean): string | number | null {
  if (typeof value === 'number') return value
  const text = typeof value === 'boolean' ? String(value) : value
  if (typeof text !== 'string' || text === '') return null
  if (!asNumber) return text
  const number = Number(text)
  return Number.isNaN(number) ? null : number
}
