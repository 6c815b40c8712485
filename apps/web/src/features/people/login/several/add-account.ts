/** Opens the sign-in form for a further account. */
export const addAccount = () => location.assign('/?add=true')
