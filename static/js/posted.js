// The answer to a form is stored nowhere, so no way Back could show it: Back and Reload lead to the page of the form.
if (document.referrer.startsWith(`${location.origin}/`)) history.replaceState(history.state, "", document.referrer);
