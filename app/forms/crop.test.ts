import { assert as assertProperty, double, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { dragged, mostZoom, squareOf, wholeSquare } from './crop.ts'

test('the first square is the largest in the middle', () => {
  expect(squareOf(wholeSquare, { width: 400, height: 300 })).toEqual({ left: 50, top: 0, side: 300 })
})

test('a drag moves the photo with the finger', () => {
  const photo = { width: 800, height: 400 }
  const moved = dragged(wholeSquare, photo, { by: { x: 100, y: 0 }, shown: 200 })
  expect(squareOf(moved, photo)).toEqual({ left: 0, top: 0, side: 400 })
  const back = dragged(wholeSquare, photo, { by: { x: -50, y: 0 }, shown: 200 })
  expect(squareOf(back, photo)).toEqual({ left: 300, top: 0, side: 400 })
})

test('no crop and no drag leaves the photo', () => {
  const share = double({ min: 0, max: 1, noNaN: true })
  const crop = record({ x: share, y: share, zoom: double({ min: 1, max: mostZoom, noNaN: true }) })
  const size = integer({ min: 1, max: 8000 })
  const step = integer({ min: -5000, max: 5000 })
  const inside = property(crop, size, size, step, step, (start, width, height, x, y) => {
    const { left, top, side } = squareOf(dragged(start, { width, height }, { by: { x, y }, shown: 320 }), {
      width,
      height,
    })
    const most = 1e-6
    return left >= 0 && top >= 0 && left + side <= width + most && top + side <= height + most
  })
  assertProperty(inside)
})
