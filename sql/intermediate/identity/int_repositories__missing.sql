-- One row per `owner/name` that was requested from GitHub and not found at the last request.
select repository as asked from raw_github where not is_found
