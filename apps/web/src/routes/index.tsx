import { createFileRoute } from '@tanstack/react-router'
import { PublicPage } from '../features/login/PublicPage.tsx'
import { cameBack, type CameBack } from '../features/login/came-back.ts'
import { homeInstead } from '../features/login/home.ts'

type Search = { form?: 'register' | 'forgot' } & CameBack

export const Route = createFileRoute('/')({
  validateSearch: ({ form, ...rest }: Record<string, unknown>): Search => ({
    ...(form === 'register' || form === 'forgot' ? { form } : {}),
    ...cameBack(rest),
  }),
  beforeLoad: ({ search }) => homeInstead(search),
  component: PublicPage,
})
