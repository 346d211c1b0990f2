/** A question of a quiz with its options; `must`: passing needs it right. */
export interface Question {
  id: string
  /** Name of the section that answers it. */
  section: string
  must: boolean
  options: { id: string; right: boolean }[]
}

/** A question as it was shown: ids in their order. */
export interface Drawn {
  id: string
  options: string[]
}

/** Ids of the chosen options by the id of the question. */
export type Answers = Record<string, string[]>

export interface Judged {
  passed: boolean
  /** Questions answered right, 0 to 100, rounded down. */
  percent: number
  /** Names of the sections to read again, in the order of their questions. */
  again: string[]
}

/**
 * Draws the questions of an attempt: every `must`, and one other of each section that has any, in a random order.
 * @param random 0 to 1, without 1
 */
export function drawQuestions(questions: Question[], random: () => number): Drawn[] {
  const others = questions.filter(({ must }) => !must)
  const chosen = [...Map.groupBy(others, ({ section }) => section).values()].flatMap(
    (own) => shuffled(own, random)[0] ?? [],
  )
  return shuffled([...questions.filter(({ must }) => must), ...chosen], random).map(({ id, options }) => ({
    id,
    options: shuffled(
      options.map((option) => option.id),
      random,
    ),
  }))
}

/** Judges answers: a question is right with exactly the right options, and an attempt without a wrong `must`. */
export function judge(questions: Question[], drawn: Drawn[], answers: Answers, passPercent: number): Judged {
  const ids = new Set(drawn.map(({ id }) => id))
  const asked = questions.filter(({ id }) => ids.has(id))
  const wrong = asked.filter(({ id, options }) => {
    const chosen = new Set(answers[id])
    return options.some((option) => option.right !== chosen.has(option.id))
  })
  const right = asked.length - wrong.length
  return {
    passed: right * 100 >= passPercent * asked.length && !wrong.some(({ must }) => must),
    percent: asked.length === 0 ? 0 : Math.floor((right * 100) / asked.length),
    again: [...new Set(wrong.map(({ section }) => section))],
  }
}

const minute = 60_000
const day = 24 * 60 * minute
/** An attempt that is not answered ends after this time. */
export const openForMs = day
const mostADay = 3

/**
 * Returns when a member may try again: 10 minutes after a failed attempt, 24 hours after the third within a day; null = now.
 * @param failed ends of the failed attempts since the last one that was passed, in any order
 */
export function nextTry(failed: Date[], now: Date): Date | null {
  const ends = failed.map((end) => end.getTime()).toSorted((one, other) => other - one)
  const [last] = ends
  if (last === undefined) return null
  const third = ends[mostADay - 1]
  const next = last + (third !== undefined && last - third < day ? day : 10 * minute)
  return next > now.getTime() ? new Date(next) : null
}

/** Shuffles by Fisher and Yates. */
function shuffled<T>(list: T[], random: () => number): T[] {
  const mixed = [...list]
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T]
  }
  return mixed
}
