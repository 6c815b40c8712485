import { createFileRoute } from '@tanstack/react-router'
import { PublicPage } from '../features/people/login/public/PublicPage.tsx'
import { parseProviderReturn, type ProviderReturn } from '../features/people/login/sign-in/provider-return.ts'
import { redirectSignedIn } from '../features/people/login/public/after-sign-in.ts'

type Search = { form?: 'register' | 'forgot'; add?: true } & ProviderReturn

export const Route = createFileRoute('/')({
  validateSearch: ({ form, ...rest }: Record<string, unknown>): Search => ({
    ...(form === 'register' || form === 'forgot' ? { form } : {}),
    ...(rest.add === true ? { add: true as const } : {}),
    ...parseProviderReturn(rest),
  }),
  beforeLoad: ({ search }) => redirectSignedIn(search),
  component: PublicPage,
})
