/** Keys of the cached reads of members. */
export const displayKeys = 'fabman:display:'
export const displayKeysOf = (member: number) => `${displayKeys}${member}:`
