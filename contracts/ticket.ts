/** The grant and the kind of token by which the link of a verification mail signs in (RFC 8693). */
export const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange'
export const ticketType = 'urn:werkbank:ticket'
