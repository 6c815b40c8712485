import { createFileRoute } from '@tanstack/react-router'
import { LegalTextPage } from '../../features/practice/product/LegalTextPage.tsx'

export const Route = createFileRoute('/legal/$page')({ component: LegalTextPage })
