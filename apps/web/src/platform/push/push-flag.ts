/** The key in local storage of the account that has switched on push notifications in this browser. */
export const pushAccountKey = 'attune-push'
