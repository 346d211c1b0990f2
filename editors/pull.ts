import type { MoveOptions } from './push.ts'
import { createReport, type Report } from './report.ts'

export async function pullContent(_: MoveOptions): Promise<Report> {
  return createReport()
}
