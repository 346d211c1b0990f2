/** Days that a consumer has to withdraw from a contract (§ 355 BGB). Browsers need it, too: this file imports nothing. */
export const withdrawalDays = 14
