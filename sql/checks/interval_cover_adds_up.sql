-- Every category with ranked agents has its cover; no more values lie inside than were hidden, and hidden than allowed.
select category from interval_cover where inside > hidden or hidden > days * hidden_values() or days > cover_days()
union all
select category from rankings where rank is not null and category not in (select category from interval_cover)
union all
select category from interval_days where inside > hidden or category not in (select category from interval_cover)
