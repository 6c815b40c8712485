import { createFileRoute } from '@tanstack/react-router'

/** A page of the settings of the practice. The route above shows it beside the list. */
export const Route = createFileRoute('/dashboard/admin/settings/$subject')({})
