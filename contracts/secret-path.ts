/**
 * Returns a path for logs. The last part of some addresses is a secret: of Fabman's webhook, which is not signed, of
 * calendars, on the site and at the connector, of guests' places, of invitations to a team, of the embedded payment page, of the mails that ask whose an order is and whether to delete an
 * account, of what somebody has declared about a contract, of certificates, of trainers' lists, and of a sign-in that goes on.
 * Other cases and slashes of the first two
 * lead nowhere, yet show the same secret.
 */
export function withoutSecret(path: string): string {
  return [webhook, calendar, interaction, mailed].reduce(
    (shown, secret) => shown.replace(secret, '$1/…'),
    path,
  )
}

/**
 * Returns plain data for a report: the addresses in its texts, whole ones and paths, lose a name and password, their
 * query, their fragment and a secret part of the path.
 */
export function withBareAddresses<T>(data: T): T {
  return JSON.parse(JSON.stringify(data), (_key, value: unknown) =>
    typeof value === 'string'
      ? value
          .replace(
            address,
            (_all, scheme = '', host = '', path: string) => scheme + host + withoutSecret(path),
          )
          .replace(parameters, '')
      : value,
  ) as T
}

/** Scheme and host, or nothing; the path; and what is dropped. */
const address = /(?:(\w{1,20}:\/\/)(?:[^\s/@]*@)?([^\s/?#"'<>()]+))?(\/[^\s?#"'<>()]*)(?:[?#][^\s"<>]*)?/g
/** Parameters without an address, such as `?code=…`. */
const parameters = /[?#&][\w.-]+=[^\s"<>]*/g

const slash = String.raw`(?:[/\\]|%2f|%5c)+`
const part = String.raw`(?:(?![/\\]|%2f|%5c).)+`
const webhook = new RegExp(`(webhooks${slash}fabman)${slash}.*`, 'is')
const interaction = /^(\/u\/login|\/authorize)\/.+/s
const mailed = new RegExp(
  `(course-place|invitation|pay|order${slash}claim|account${slash}delete|contract${slash}(?:receipt|disown)|certificates|attendance-list)${slash}.*`,
  'is',
)
const calendar = new RegExp(`(calendars${slash}${part}${slash}${part})${slash}.*`, 'is')
