export function PublicPage() {
  return null
}
