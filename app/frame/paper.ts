/** The colour of paper in each theme, as `palette.css` has it, where no style sheet applies: browser and home screen. */
export const paper = { light: '#faf8f3', dark: '#141416' } as const
