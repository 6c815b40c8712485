import { createFileRoute } from '@tanstack/react-router'
import { PublicPage } from '../features/login/PublicPage.tsx'
import { homeInstead } from '../features/login/home.ts'

type Search = { form?: 'register' | 'forgot' }

export const Route = createFileRoute('/')({
  validateSearch: ({ form }): Search => (form === 'register' || form === 'forgot' ? { form } : {}),
  beforeLoad: homeInstead,
  component: PublicPage,
})
