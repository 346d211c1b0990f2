import { expect, test } from 'vitest'
import { abortedStatus, createMetrics } from './metrics.ts'

test('durations are a histogram by kind and class of status', () => {
  const metrics = createMetrics()
  metrics.count('page', 200, 4)
  metrics.count('page', 204, 70)
  metrics.count('page', 200, 60_000)
  metrics.count('part', abortedStatus, 5)
  const lines = metrics.text([]).split('\n')
  expect(lines.filter((line) => line.includes('kind="page"'))).toEqual([
    'werkbank_request_duration_seconds_bucket{kind="page",status="2xx",le="0.005"} 1',
    ...['0.01', '0.025', '0.05'].map(
      (limit) => `werkbank_request_duration_seconds_bucket{kind="page",status="2xx",le="${limit}"} 1`,
    ),
    ...['0.1', '0.25', '0.5', '1', '2.5', '5', '10'].map(
      (limit) => `werkbank_request_duration_seconds_bucket{kind="page",status="2xx",le="${limit}"} 2`,
    ),
    'werkbank_request_duration_seconds_bucket{kind="page",status="2xx",le="+Inf"} 3',
    'werkbank_request_duration_seconds_sum{kind="page",status="2xx"} 60.074',
    'werkbank_request_duration_seconds_count{kind="page",status="2xx"} 3',
  ])
  expect(lines).toContain('werkbank_request_duration_seconds_count{kind="part",status="aborted"} 1')
})

test('labels are escaped, and a family has its type once', () => {
  const text = createMetrics().text([
    { name: 'a', type: 'gauge', values: [[{}, 1]] },
    {
      name: 'b_total',
      type: 'counter',
      values: [
        [{ x: 'say "hi"\\\n' }, 2],
        [{ x: '', y: '2' }, 3],
      ],
    },
  ])
  expect(text.split('\n').slice(1)).toEqual([
    '# TYPE a gauge',
    'a 1',
    '# TYPE b_total counter',
    String.raw`b_total{x="say \"hi\"\\\n"} 2`,
    'b_total{x="",y="2"} 3',
    '',
  ])
})
