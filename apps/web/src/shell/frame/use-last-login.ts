import { useEffect, useState } from 'react'
import { requireLogin } from '../../platform/login/reauthentication.ts'
import { useLogin } from '../../platform/login/login.ts'

/**
 * Returns the login of this page, and still returns it after it has ended. The page then keeps its unsaved text, and the sign-in dialog opens over
 * it.
 */
export function useLastLogin() {
  const login = useLogin()
  const [lastLogin, setLastLogin] = useState(login)
  if (login && login !== lastLogin) setLastLogin(login)
  const isOver = login === null && Boolean(lastLogin)
  useEffect(() => {
    if (isOver) void requireLogin('sign-in')
  }, [isOver])
  return lastLogin
}
