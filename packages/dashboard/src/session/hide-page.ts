/**
 * Hides the page while the sign-in dialog is shown: visually, for the keyboard, for search in the page and for screen
 * readers. Dialogs that the page opens meanwhile are hidden, too. `styles.css` makes inert elements invisible.
 * @param shown the only child of the body that stays visible.
 * @returns a function that shows the page again and restores the focus.
 */
export function hidePage(shown: Element): () => void {
  const focused = document.activeElement
  const hidden = new Set<Element>()
  const hide = () => {
    for (const element of document.body.children) {
      if (element === shown || element.hasAttribute('inert')) continue
      element.setAttribute('inert', '')
      hidden.add(element)
    }
  }
  hide()
  const observer = new MutationObserver(hide)
  observer.observe(document.body, { childList: true })
  return () => {
    observer.disconnect()
    for (const element of hidden) element.removeAttribute('inert')
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}
