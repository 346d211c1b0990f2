/** Members confirm this sentence with the answers to an instruction; an attempt keeps it. */
export const confirmation = {
  de: 'Ich habe die Unterweisung selbst gelesen und verstanden. Wenn ich unsicher bin, frage ich, bevor ich anfange.',
  en: 'I have read the instruction myself and understood it. When I am unsure, I ask before I start.',
} as const
