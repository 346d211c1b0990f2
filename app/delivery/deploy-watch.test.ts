import { expect, test } from 'vitest'
import { watchDeploys } from './deploy-watch.ts'

function watch(answers: (string | null)[], visible: () => boolean = () => true) {
  const asked: string[] = []
  const waits: number[] = []
  let then: () => void = () => {}
  const outdated = watchDeploys({
    buildId: 'one',
    fetch: async (input) => {
      asked.push(String(input))
      const id = answers.shift()
      if (!id) throw new TypeError('offline')
      return Response.json({ id })
    },
    isVisible: visible,
    now: () => 1234,
    random: () => 0.5,
    later: (ms, next) => {
      waits.push(ms)
      then = next
    },
  })
  const tick = async () => {
    then()
    await new Promise((done) => setTimeout(done))
  }
  return { asked, waits, outdated, tick }
}

test('K9: polls every minute with a timestamp until another build is deployed', async () => {
  const { asked, waits, outdated, tick } = watch(['one', null, 'two'])
  expect(waits).toEqual([60_000])
  await tick()
  await tick()
  expect(outdated()).toBe(false)
  await tick()
  expect(asked).toEqual(Array(3).fill('/builds/latest.json?1234'))
  expect(outdated()).toBe(true)
  expect(waits).toHaveLength(3)
})

test('a hidden page does not poll', async () => {
  const { asked, waits, tick } = watch(['two'], () => false)
  await tick()
  expect(asked).toEqual([])
  expect(waits).toHaveLength(2)
})
