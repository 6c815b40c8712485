/** What placeholders do not replace. */
export const staysByDesign = [
  'unknown-names',
  'common-words',
  'unknown-nicknames',
  'misspellings',
  'broken-words',
  'house-numbers',
  'short-numbers',
  'dates',
  'descriptions',
  'other-scripts',
] as const
