import { FabmanTrained } from '../../../../contracts/fabman.ts'
import type { GivenAtWorkshop } from '../../../../contracts/member.ts'
import { Problem } from '../../../../contracts/problem.ts'
import type { Parts } from '../parts.ts'

/** A page of members with their trainings is larger than others, and has the same time. */
const pageSize = 200

/** The trainings of all members, page by page, in the lane that gives way to bookings. */
export async function givenTrainings({ client }: Pick<Parts, 'client'>): Promise<GivenAtWorkshop[]> {
  const members = await client.forDisplay.list('/members', FabmanTrained, {
    embed: 'trainings',
    limit: pageSize,
  })
  // An empty list would say that nobody has a training.
  if (!members) throw new Problem('upstreamUnavailable')
  return members.flatMap(({ id: member, firstName, lastName, _embedded }) =>
    (_embedded?.trainings ?? []).map((each) => ({
      id: each.id,
      member,
      name: `${firstName ?? ''} ${lastName ?? ''}`.trim(),
      training: each.trainingCourse,
      title: each._embedded?.trainingCourse?.title ?? '',
      // Older entries carry only the day of the course.
      fromDate: each.fromDate ?? each.date ?? '1970-01-01',
      untilDate: each.untilDate,
    })),
  )
}
