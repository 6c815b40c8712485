import { legalPages } from '@attune/contract/features/administration.rules'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { LegalTextPage } from '../../features/product/LegalTextPage.tsx'

export const Route = createFileRoute('/legal/$page')({
  params: {
    parse: ({ page }) => {
      const known = legalPages.find((one) => one === page)
      if (!known) throw notFound()
      return { page: known }
    },
  },
  component: LegalTextPage,
})
