import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { page, publicPage, start, text } from './page-cache.fixture.ts'

test('invented queries add at most eight pages to a path', async () => {
  const { get, rendered, state } = await start()
  state.render = (path) => new Response(path, { headers: publicPage })
  for (let round = 0; round < 2; round++) {
    for (let query = 0; query < 9; query++)
      expect(String((await get(`/a?${query}`)).body)).toBe(`/a?${query}`)
  }
  expect(rendered.slice(9)).toEqual(['/a?8'])
})

test('all spellings of an address are one page, drawn from its canonical address', async () => {
  const { get, rendered } = await start()
  for (const path of ['/%6Daschinen/?a=1', '/maschinen', '/m%61schinen', '/maschinen/', '/%6D%61schinen']) {
    expect(String((await get(path)).body)).toBe(text)
  }
  expect(rendered).toEqual(['/maschinen?a=1'])
})

test('when the visitor hangs up for whom a page is rendered, one of those that wait renders it', async () => {
  const { get, port, rendered, state } = await start()
  const gate = Promise.withResolvers<void>()
  state.render = (path) =>
    path === '/a' ? gate.promise.then(() => Promise.reject(new Error('aborted'))) : page()
  const first = connect(port, '127.0.0.1').on('error', () => {})
  first.write('GET /a HTTP/1.1\r\nhost: x\r\n\r\n')
  await vi.waitFor(() => expect(rendered).toHaveLength(1))
  const others = Promise.all([1, 2, 3, 4, 5].map(() => get('/a')))
  first.destroy()
  // Round trips of their own: the server knows that the first one is gone, and has the others.
  for (let trip = 0; trip < 5; trip++) await get('/api/a')
  state.render = () => page()
  gate.resolve()
  expect((await others).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(rendered.filter((path) => path === '/a')).toHaveLength(2)
})
