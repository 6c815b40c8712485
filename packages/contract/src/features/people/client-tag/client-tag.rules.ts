/** The maximum number of tags of a therapist. */
export const clientTagLimit = 100
export const clientTagLength = 40

export const clientTagColors = ['sage', 'clay', 'amber', 'blue'] as const
