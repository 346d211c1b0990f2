import { FabmanTrained } from '../../../../contracts/fabman.ts'
import type { GivenAtWorkshop } from '../../../../contracts/member.ts'
import type { Parts } from '../parts.ts'

/** The trainings of all members in one call for each 1000 of them, in the lane that gives way to bookings. */
export async function givenTrainings({ client }: Pick<Parts, 'client'>): Promise<GivenAtWorkshop[]> {
  const members = (await client.forDisplay.list('/members', FabmanTrained, { embed: 'trainings' })) ?? []
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
