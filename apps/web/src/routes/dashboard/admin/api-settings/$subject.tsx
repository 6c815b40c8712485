import { createFileRoute } from '@tanstack/react-router'

/** A page of the API settings. The route above shows it beside the list. */
export const Route = createFileRoute('/dashboard/admin/api-settings/$subject')({})
