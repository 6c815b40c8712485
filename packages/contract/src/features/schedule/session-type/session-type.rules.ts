/** The maximum number of session types of a therapist, archived ones included. */
export const sessionTypeLimit = 50
export const sessionTypeNameLength = 80

/** The colors of the theme that mark a session type. Each has a shade for light and for dark pages. */
export const sessionTypeColors = ['sage', 'clay', 'amber', 'blue'] as const

/**
 * The permissions of a client for a session type: none, request a time that the therapist confirms, or book a free time that is confirmed at once.
 */
export const bookingModes = ['none', 'request', 'book'] as const

/** The longest buffer of a session type in minutes. */
export const longestBuffer = 240
