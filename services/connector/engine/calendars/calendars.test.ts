import { expect, test } from 'vitest'
import { testWorkshop } from '../engine.fixture.ts'

const { send } = await testWorkshop()

test('a space has the address of its calendar', async () => {
  const { body: token } = await send('manage', 'PUT', '/fabman/spaces/1/calendar-token')
  expect(token).toMatchObject({ calendarToken: expect.any(String) })
  expect((await send('read', 'GET', '/fabman/spaces/1')).body).toMatchObject(token as object)
})
