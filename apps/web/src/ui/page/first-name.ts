/** Returns the first name without a title: 'Nora' for 'Dr. Nora Lindqvist'. */
export const firstNameOf = (name: string) => name.split(' ').find((word) => !word.endsWith('.')) ?? name
