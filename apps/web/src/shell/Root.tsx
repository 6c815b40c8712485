import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Toasts } from '../ui/Toasts.tsx'

/** What every page stands in: its words, the toasts. */
export function Root() {
  return (
    <Suspense>
      <Outlet />
      <Toasts />
    </Suspense>
  )
}
