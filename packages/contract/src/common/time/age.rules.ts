const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/**
 * Returns the ISO day on which a person born on the ISO day `birthDate` reaches an age. For 29 February, that is 1 March in a year without that day.
 */
export function dayOfAge(birthDate: string, age: number): string {
  const [year = '0', ...rest] = birthDate.split('-')
  const reached = Number(year) + age
  const day = rest.join('-')
  return `${String(reached).padStart(4, '0')}-${day === '02-29' && !isLeap(reached) ? '03-01' : day}`
}

/** Whether a person has reached an age on the ISO day `today`. True if the date of birth is unknown. */
export const hasReachedAge = (birthDate: string | null, age: number, today: string): boolean =>
  birthDate === null || dayOfAge(birthDate, age) <= today
