/** Opens the sign-in form to add another account. */
export const addAccount = () => location.assign('/?add=true')
