import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { Person } from './person.ts'

type Rows = Record<string, unknown>[]

/** Mails of one export; older ones have no body any more. */
const mostMails = 2000

/**
 * What the backend keeps of a person, by the name of its file. Hashes and secrets are left out, and in mails the links:
 * some of them sign in or delete.
 */
export async function readOwnData(db: Database, person: Person): Promise<Record<string, Rows>> {
  const { subject, member, emails } = person
  const addresses = sql`(${sql.join(emails.length > 0 ? emails : [''])})`
  const areas: Record<string, RawBuilder<unknown>> = {
    orders: sql`select to_jsonb(t) - array['claim_hash', 'request_key', 'open_key', 'holder'] || jsonb_build_object(
        'payments', (select coalesce(jsonb_agg(to_jsonb(p) - array['url'] || jsonb_build_object('refunds',
          (select coalesce(jsonb_agg(to_jsonb(r) order by r.id), '[]') from refund r where r.payment_id = p.id))
          order by p.id), '[]') from payment p where p.order_id = t.id)) as row
      from customer_order t where member_id = ${member} order by id`,
    consents: consentsOf(person, addresses),
    invoices: sql`select to_jsonb(t) || jsonb_build_object(
        'lines', (select coalesce(jsonb_agg(to_jsonb(l) order by l.position), '[]') from invoice_line l where l.invoice_id = t.id),
        'taxes', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from invoice_tax x where x.invoice_id = t.id),
        'payments', (select coalesce(jsonb_agg(to_jsonb(p) order by p.id), '[]') from invoice_payment p where p.invoice_id = t.id)
      ) as row from invoice t where member_id = ${member} order by id`,
    usageBills: sql`select to_jsonb(t) as row from usage_bill t where member_id = ${member} order by created_at`,
    subscriptions: sql`select to_jsonb(t) || jsonb_build_object(
        'periods', (select coalesce(jsonb_agg(to_jsonb(p) order by p.from_date), '[]') from subscription_period p where p.subscription_id = t.id),
        'reminders', (select coalesce(jsonb_agg(to_jsonb(d)), '[]') from dunning d where d.subscription_id = t.id)
      ) as row from subscription t where member_id = ${member} order by id`,
    seats: sql`select to_jsonb(t) || jsonb_build_object('team', team.name) as row
      from seat_holding t join team on team.id = t.team_id where member_id = ${member} order by t.id`,
    teams: sql`select to_jsonb(t) as row from team t where owner_id = ${member} order by id`,
    declarations: sql`select to_jsonb(t) - array['receipt_hash', 'disown_hash'] as row from declaration t
      where lower(content ->> 'email') in ${addresses} order by id`,
    paymentMethod: sql`select to_jsonb(t) as row from payment_profile t where member_id = ${member}`,
    methodChanges: sql`select to_jsonb(t) - 'url' as row from method_setup t where member_id = ${member} order by id`,
    courses: sql`select to_jsonb(t) - 'request_key' || jsonb_build_object('title', c.title_de, 'from', d.from_date_time,
        'attendance', (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from course_attendance a where a.place_id = t.id)) as row
      from course_place t join course_date d on d.id = t.date_id join course c on c.id = d.course_id
      where t.subject = ${subject} or member_id = ${member} or ((t.subject is null or t.is_guest) and lower(t.email) in ${addresses})
      order by t.created_at`,
    courseInterests: sql`select to_jsonb(t) || jsonb_build_object('title', c.title_de) as row
      from course_interest t join course c on c.id = t.course_id where subject = ${subject} order by course_id`,
    guestSignUps: sql`select to_jsonb(t) - 'token_hash' as row from guest_sign_up t
      where lower(email) in ${addresses} order by id`,
    givenTrainings: sql`select to_jsonb(t) || jsonb_build_object('reminders', (select coalesce(jsonb_agg(to_jsonb(r)), '[]')
        from training_reminder r where r.grant_id = t.id)) as row
      from training_grant t where member_id = ${member} order by id`,
    certificates: sql`select to_jsonb(t) as row from certificate t
      where t.grant_id in (select id from training_grant where member_id = ${member})
        or t.place_id in (select id from course_place where subject = ${subject} or member_id = ${member})
      order by t.created_at`,
    instructionAttempts: sql`select to_jsonb(t) || jsonb_build_object('instruction', i.slug, 'version', v.number,
        'content_hash', v.content_hash) as row
      from instruction_attempt t join instruction i on i.id = t.instruction_id
      join instruction_version v on v.id = t.version_id where t.member_id = ${member} order by t.id`,
    staff: sql`select to_jsonb(t) || jsonb_build_object('courses', (select coalesce(jsonb_agg(c.course_id), '[]')
        from staff_course c where c.staff_id = t.id)) as row
      from staff t where subject = ${subject} or (subject is null and email in ${addresses})`,
    signUps: sql`select to_jsonb(t) - 'token_hash' || jsonb_build_object('guardian',
        (select to_jsonb(g) - array['token_hash', 'offer_hash'] from signup_guardian g where g.signup_id = t.id)) as row
      from signup t where subject = ${subject} or member_id = ${member} order by id`,
    mails: sql`select to_jsonb(t) - array['html', 'to_name'] || jsonb_build_object(
        'text', regexp_replace(t.text, 'https?://[^[:space:]]+', '(link)', 'g'),
        'files', (select coalesce(jsonb_agg(f.name), '[]') from mail_attachment f where f.mail_id = t.id)) as row
      from mail t where lower(to_address) in ${addresses} order by id desc limit ${mostMails}`,
    mailChoices: sql`select to_jsonb(t) as row from mail_refusal t where address in ${addresses}`,
    links: sql`select to_jsonb(t) as row from account_link t where subject = ${subject}`,
    deletions: sql`select to_jsonb(t) - 'token_hash' as row from member_deletion t where subject = ${subject}`,
  }
  const data: Record<string, Rows> = {}
  for (const [area, query] of Object.entries(areas)) {
    const { rows } = await (query as RawBuilder<{ row: Record<string, unknown> }>).execute(db)
    data[area] = rows.map(({ row }) => row)
  }
  return data
}

/** What somebody agreed to, with orders and with places in courses. */
function consentsOf({ subject, member }: Person, addresses: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select jsonb_build_object('order', o.number, 'kind', c.kind, 'given_at', c.given_at, 'text', l.body) as row
      from consent c join customer_order o on o.id = c.order_id join legal_text l on l.sha256 = c.text_sha256
      where o.member_id = ${member}
      union all select jsonb_build_object('place', p.id, 'kind', c.kind, 'given_at', c.given_at, 'language', l.locale,
        'text', l.body)
      from place_consent c join course_place p on p.id = c.place_id join legal_text l on l.sha256 = c.text_sha256
      where p.subject = ${subject} or p.member_id = ${member} or ((p.subject is null or p.is_guest) and lower(p.email) in ${addresses})`
}

/** Returns papers of a member, newest first, as far as they fit into a number of bytes. */
export async function papersOf(db: Database, member: number, mostBytes: number) {
  const rows = await db
    .selectFrom('invoiceDocument')
    .innerJoin('invoice', 'invoice.id', 'invoiceDocument.invoiceId')
    .select(['invoice.id', 'invoice.number', sql<number>`octet_length(pdf)`.as('bytes')])
    .where('invoice.memberId', '=', member)
    .orderBy('invoice.id', 'desc')
    .execute()
  let left = mostBytes
  const papers: { number: string; pdf: Buffer }[] = []
  for (const { id, number, bytes } of rows) {
    left -= bytes
    if (left < 0) break
    const { pdf } = await db
      .selectFrom('invoiceDocument')
      .select('pdf')
      .where('invoiceId', '=', id)
      .executeTakeFirstOrThrow()
    papers.push({ number, pdf })
  }
  return { papers, leftOut: rows.slice(papers.length).map(({ number }) => number) }
}

/** The photos of sign-ups that are not yet a member's. */
export async function draftPhotos(db: Database, { subject, member }: Person): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('signupImage')
    .innerJoin('signup', 'signup.id', 'signupImage.signupId')
    .select('jpeg')
    .where((is) => is.or([is('signup.subject', '=', subject), is('signup.memberId', '=', member ?? 0)]))
    .execute()
  return rows.map(({ jpeg }) => jpeg)
}
