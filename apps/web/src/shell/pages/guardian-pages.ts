/** The pages of the dashboard that a guardian without a record of their own has. On `therapists` they can join a therapist as a client. */
const pagesOfGuardian = ['therapists', 'notifications', 'profile', 'settings']

/** Whether a guardian without a record of their own has this page of the dashboard. `page` is the part of the address after the role. */
export const isGuardianPage = (page: string): boolean => pagesOfGuardian.includes(page.split('/')[0] ?? '')
