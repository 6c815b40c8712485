/** The pages of the dashboard that a guardian without a record of their own has. On `therapists` they can join a therapist as a client. */
const pagesOfGuardian = ['therapists', 'notifications', 'profile', 'settings']

/** Whether a page of the dashboard, named by its address after the role, is one of a guardian without a record. */
export const isGuardianPage = (page: string): boolean => pagesOfGuardian.includes(page.split('/')[0] ?? '')
