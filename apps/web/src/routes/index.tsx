import { createFileRoute } from '@tanstack/react-router'
import { PublicPage } from '../features/login/PublicPage.tsx'
import { homeInstead } from '../features/login/home.ts'

export const Route = createFileRoute('/')({ beforeLoad: homeInstead, component: PublicPage })
