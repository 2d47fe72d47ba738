-- One row per `owner/name` that was requested from GitHub and not found at the last request.
select repository as asked from stg_github__repositories where not is_found
