/** Most pieces of equipment that one day shows side by side: each costs the judging of a week. */
export const mostSideBySide = 6
